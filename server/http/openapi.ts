import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import swagger from '@fastify/swagger'
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import * as z from 'zod'
import type { Call } from '#contract/core/call.ts'
import { everywhere, refusals, type RefusalName } from '#contract/core/refusals.ts'
import type { Words } from '#contract/core/fields.ts'
import { withoutTrustedTypes } from './securityHeaders.ts'

/** The heading of each call in the reference: by the product's words (docs/words.md), because paths keep historical names. */

/** By path prefix without `api`; the longest wins. Calls under one heading concern one noun, whatever their paths are called. */
const headings: readonly (readonly [Words, ...string[]])[] = [
  [{ cn: '登录与会话', en: 'Sign-in and sessions' }, 'user', 'oauth'],
  [{ cn: '操作日志', en: 'Operation log' }, 'user/operateLog', 'user/LoginLog'],
  [{ cn: '实名认证', en: 'Identity verification' }, 'identity'],
  [{ cn: '注销账户', en: 'Closing an account' }, 'user/cancel'],
  [{ cn: '总览与钱包', en: 'Overview and wallet' }, 'user/overview', 'user/wallet'],
  [{ cn: '资金明细', en: 'Statement' }, 'account/flow'],
  [{ cn: '充值', en: 'Top-ups' }, 'account'],
  [{ cn: '汇款预报', en: 'Funding forecasts' }, 'account/topup'],
  [{ cn: '套餐', en: 'Plans' }, 'group', 'user/userPrivilege'],
  [{ cn: '优惠券', en: 'Coupons' }, 'coupon'],
  [{ cn: '卡片', en: 'Cards' }, 'card'],
  [{ cn: '批量任务', en: 'Batches' }, 'card/batch', 'card/BatchOpenCardCost', 'card/import', 'card/autoCard'],
  [{ cn: '管控', en: 'Controls' }, 'card/controls', 'card/template', 'brand'],
  [{ cn: '卡分组', en: 'Card groups' }, 'cardGroup'],
  [{ cn: '标签', en: 'Tags' }, 'tag'],
  [{ cn: '3D 验证码', en: '3-D codes' }, 'card/getOtp', 'card/getThreePool'],
  [{ cn: '场景查询', en: 'Scenario query' }, 'card/cardGrade'],
  [{ cn: '交易记录', en: 'Transactions and declines' }, 'cardTrade'],
  [{ cn: '争议', en: 'Disputes' }, 'cardTrade/dispute'],
  [{ cn: '子账户', en: 'Sub-accounts' }, 'sub', 'user/infoForSub'],
  [{ cn: '角色', en: 'Roles' }, 'sub/role'],
  [{ cn: '邀请返佣', en: 'Referrals' }, 'agent'],
  [{ cn: '公告与通知', en: 'Notices' }, 'notice', 'content'],
  [{ cn: '通知设置', en: 'Notification settings' }, 'user/notifications', 'user/email'],
  [{ cn: '变更推送', en: 'Change feed' }, 'changes'],
  [{ cn: '视图', en: 'Saved views' }, 'view'],
  [{ cn: '选项列表', en: 'Option lists' }, 'enum'],
  [{ cn: '文件', en: 'Files' }, 'file'],
  [
    { cn: '工作台：员工', en: 'Desk: staff' },
    'operator/staff',
    'operator/me',
    'operator/login',
    'operator/logout',
    'operator/enrolment',
    'operator/rights',
    'operator/queues',
  ],
  [{ cn: '工作台：复核', en: 'Desk: approvals' }, 'operator/approval'],
  [{ cn: '工作台：账户', en: 'Desk: accounts' }, 'operator/account'],
  [{ cn: '工作台：实名审核', en: 'Desk: identity reviews' }, 'operator/identity'],
  [{ cn: '工作台：注销退款', en: 'Desk: closing accounts' }, 'operator/leaving'],
  [{ cn: '工作台：汇款', en: 'Desk: wires' }, 'operator/forecast', 'operator/statement'],
  [{ cn: '工作台：待确认款项', en: 'Desk: unmatched payments' }, 'operator/suspense'],
  [{ cn: '工作台：充值订单', en: 'Desk: top-ups' }, 'operator/topup'],
  [{ cn: '工作台：充值方式与汇率', en: 'Desk: rails and rates' }, 'operator/rail', 'operator/rate'],
  [{ cn: '工作台：资金调拨', en: 'Desk: treasury' }, 'operator/treasury'],
  [{ cn: '工作台：发卡行与项目', en: 'Desk: issuers and programmes' }, 'operator/program'],
  [{ cn: '工作台：对账', en: 'Desk: reconciliation' }, 'operator/recon'],
  [{ cn: '工作台：账簿', en: 'Desk: books' }, 'operator/books'],
  [{ cn: '工作台：返佣', en: 'Desk: rebates' }, 'operator/rebate'],
  [{ cn: '工作台：卡段与价格', en: 'Desk: segments and prices' }, 'operator/range', 'operator/product'],
  [{ cn: '工作台：品牌', en: 'Desk: brands' }, 'operator/brand'],
  [{ cn: '工作台：套餐', en: 'Desk: plans' }, 'operator/plan'],
  [{ cn: '工作台：优惠券', en: 'Desk: coupons' }, 'operator/coupon'],
  [{ cn: '工作台：未决开卡', en: 'Desk: unconfirmed openings' }, 'operator/card'],
  [{ cn: '工作台：风控', en: 'Desk: risk' }, 'operator/risk'],
  [{ cn: '工作台：挂起的网络通知', en: 'Desk: network events on hold' }, 'operator/events'],
  [{ cn: '工作台：审核中的退款', en: 'Desk: refunds under review' }, 'operator/refunds'],
  [{ cn: '工作台：争议', en: 'Desk: disputes' }, 'operator/dispute'],
  [{ cn: '工作台：公告', en: 'Desk: notices' }, 'operator/notice'],
  [{ cn: '工作台：协议与客服', en: 'Desk: agreements and contact' }, 'operator/agreement', 'operator/contact'],
  [{ cn: '工作台：告警与运行', en: 'Desk: alarms and health' }, 'operator/alarms', 'operator/health'],
  [{ cn: '工作台：审计', en: 'Desk: audit' }, 'operator/audit'],
]

/** In the order of the reference. */
export const tags: readonly { name: string; description: string }[] = headings.map(([{ cn, en }]) => ({
  name: en,
  description: cn,
}))

const byBeginning = headings
  .flatMap(([{ en }, ...beginnings]) => beginnings.map((beginning) => ({ beginning, tag: en })))
  .sort((a, b) => b.beginning.length - a.beginning.length)

/** `Other` for a path without a heading, which a test finds. */
export const tagOf = (path: string): string =>
  byBeginning.find(({ beginning }) => path.replace(/^\/(api\/)?/, '').startsWith(beginning))?.tag ?? 'Other'

/** The reference: the contract as OpenAPI 3.1 at /api/openapi.json, with a page for people at /api/docs. */
export async function openApi(app: FastifyInstance, rows: Call[]): Promise<void> {
  // Generated when first read: 250 calls as JSON schema are eight megabytes that most processes never need.
  let written: ReturnType<typeof describe> | undefined
  const whole = () => (written ??= describe(rows))
  const document = {
    ...heading,
    get paths() {
      return whole().paths
    },
    get components() {
      return whole().components
    },
  }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', transformStaticCSP: withoutTrustedTypes, ...referencePage })
  app.get('/api/openapi.json', (_, reply) => reply.header('cache-control', 'no-cache').send(document))
}

const heading = {
  openapi: '3.1.0',
  info: {
    title: 'Kaika',
    version: '1.0.0',
    description:
      'Every success is `code` 200 in the envelope. Amounts are integers in minor units, times are epoch milliseconds.',
  },
  tags,
}

function describe(rows: Call[]): { paths: object; components: object } {
  const paths: Record<string, Record<string, object>> = {}
  const schemas: Record<string, object> = {}
  for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(row, schemas)
  return {
    paths,
    components: {
      schemas,
      securitySchemes: {
        member: { type: 'http', scheme: 'bearer' },
        client: { type: 'http', scheme: 'basic', description: 'The console’s own id: identification, not a secret.' },
      },
    },
  }
}

function operation(row: Call, schemas: Record<string, object>): object {
  const input = schemaOf(row, 'input', schemas)
  const inQuery = row.body === 'query' || row.body === 'params'
  return {
    tags: [tagOf(row.path)],
    summary: row.title,
    description: `Who: \`${row.who}\`. ${row.once ? 'Takes `requestNo` and is safe to send twice. ' : ''}${refusalTable(row)}`,
    security: row.who === 'public' ? [] : [{ [row.who === 'client' ? 'client' : 'member']: [] }],
    ...(inQuery && { parameters: parametersOf(input) }),
    ...(!inQuery && { requestBody: { content: { [media[row.body]]: { schema: input } } } }),
    responses: { 200: { description: 'The answer, or a refusal by its code', content: answerOf(row, schemas) } },
  }
}

const media = {
  query: '',
  params: '',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
} as const satisfies Record<Call['body'], string>

function answerOf(row: Call, schemas: Record<string, object>): object {
  if (row.events) return { 'text/event-stream': { schema: { type: 'string' } } }
  if (row.file) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const envelope = (code: object, data: object) => ({
    type: 'object',
    required: ['code', 'msg', 'data', 'path', 'status'],
    properties: { code, msg: { type: 'string' }, data, path: { type: 'string' }, status: { type: 'integer' } },
  })
  const refused = { type: 'integer', enum: codesOf(row) }
  return {
    'application/json': {
      schema: {
        anyOf: [
          envelope({ const: 200 }, schemaOf(row, 'output', schemas)),
          envelope(refused, { type: ['object', 'null'] }),
        ],
      },
    },
  }
}

type JsonSchema = { properties?: Record<string, object>; required?: string[] }
/** A schema that refers to a part of itself (a tree of nodes) finds that part in the document's components: `#/$defs` would be the document's own. */
function schemaOf(row: Call, io: 'input' | 'output', schemas: Record<string, object>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(row[io], { io, unrepresentable: 'any' })
  if (!schema.$defs) return schema as JsonSchema
  const prefix = `${row.path.slice(1).replaceAll('/', '.')}.${io}.`
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`)
  const { $defs, ...rest } = JSON.parse(text) as JsonSchema & { $defs: Record<string, object> }
  for (const [name, part] of Object.entries($defs)) schemas[prefix + name] = part
  return rest
}

const parametersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))

const namesOf = (row: Call): RefusalName[] => [
  ...new Set<RefusalName>([...row.refusals, ...everywhere, 'not_a_client', 'bad_request', 'too_large']),
]
const codesOf = (row: Call): number[] =>
  [...new Set(namesOf(row).map((name) => refusals[name].code))].sort((a, b) => a - b)

const refusalTable = (row: Call): string =>
  row.refusals.length ? `Refusals: ${row.refusals.map((name) => `${refusals[name].code} \`${name}\``).join(', ')}.` : ''

/** Style and name of the reference page: Swagger UI without its makers' bar and logo, and accessible. */

/** The console's own colours (web/ui/tokens.css), always light; those of Swagger UI are too pale to read. */
const css = `
:root { color-scheme: light; }
body { background: #f6f8f8; }
body .swagger-ui, body .swagger-ui .info .title, body .swagger-ui .opblock-tag, body .swagger-ui .opblock .opblock-summary-description,
body .swagger-ui .opblock .opblock-summary-path, body .swagger-ui .opblock-description-wrapper p, body .swagger-ui table thead tr th,
body .swagger-ui .parameter__name, body .swagger-ui .response-col_status, body .swagger-ui .tab li, body .swagger-ui .model,
body .swagger-ui label, body .swagger-ui .btn { color: #0e1b1d; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif; }
body .swagger-ui .info .title small, body .swagger-ui .info .title small.version-stamp { background: #41525a; }
body .swagger-ui .info .title small pre { color: #fff; }
body .swagger-ui .info a, body .swagger-ui .info .base-url, body .swagger-ui .info .link, body .swagger-ui .info .link .url, body .swagger-ui .renderedMarkdown a { color: #0b5a54; }
body .swagger-ui .info code, body .swagger-ui .renderedMarkdown code { background: #eceff0; color: #0e1b1d; }
body .swagger-ui .opblock-tag small, body .swagger-ui .parameter__type, body .swagger-ui .parameter__in, body .swagger-ui .parameter__deprecated,
body .swagger-ui .response-control-media-type__accept-message, body .swagger-ui .prop-format, body .swagger-ui .prop-type { color: #41525a; }
body .swagger-ui .parameter__name.required span, body .swagger-ui .parameter__name.required::after { color: #b3261e; }
body .swagger-ui .opblock .opblock-summary-method { min-width: 64px; background: #41525a; color: #fff; text-shadow: none; }
body .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5c9e; }
body .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0f766e; }
body .swagger-ui .opblock.opblock-get { border-color: #1a5c9e; background: #fff; }
body .swagger-ui .opblock.opblock-post { border-color: #0f766e; background: #fff; }
body .swagger-ui .btn.authorize { border-color: #0f766e; color: #0b5a54; }
body .swagger-ui .btn.authorize svg { fill: #0b5a54; }
body .swagger-ui .filter .operation-filter-input { border: 1px solid #5f7078; border-radius: 8px; color: #0e1b1d; }
body .swagger-ui .filter .operation-filter-input::placeholder { color: #5f7078; opacity: 1; }
@media (width < 640px) {
  body .swagger-ui .opblock-tag { flex-wrap: wrap; }
  body .swagger-ui .opblock-tag small { flex: 1; padding-inline: 0; white-space: nowrap; }
  body .swagger-ui .filter .operation-filter-input { width: 100%; }
  body .swagger-ui .opblock .opblock-summary-description { display: none; }
}
`

/**
 * Fixes without a Swagger UI option: everything is inside a landmark, heading levels are consecutive, fields have names, and buttons contain no links. Swagger
 * UI renders parts on demand, so this runs after each rendering.
 */
const js = `
const LEVELS = { H3: '2', H4: '3', H5: '4' }
const root = document.getElementById('swagger-ui')
const mend = () => {
  root.querySelector('.information-container')?.setAttribute('role', 'banner')
  root.querySelector('section.filter')?.setAttribute('aria-label', 'Filter')
  for (const one of root.querySelectorAll('h3, h4, h5')) one.setAttribute('aria-level', LEVELS[one.tagName])
  for (const one of root.querySelectorAll('.operation-filter-input:not([aria-label])')) one.setAttribute('aria-label', one.placeholder)
  for (const one of root.querySelectorAll('button a[href]')) one.removeAttribute('href')
  for (const one of root.querySelectorAll('pre:not([tabindex]), .model-box:not([tabindex])')) one.tabIndex = 0
}
new MutationObserver(mend).observe(root, { childList: true, subtree: true })
`

const mark = readFileSync(path.join(import.meta.dirname, '../../web/public/mark.svg'))

const referencePage = {
  uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout', syntaxHighlight: false },
  theme: {
    title: 'Kaika API',
    css: [{ filename: 'kaika.css', content: css }],
    js: [{ filename: 'kaika.js', content: js }],
    favicon: [{ filename: 'mark.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: mark }],
  },
} satisfies FastifySwaggerUiOptions
