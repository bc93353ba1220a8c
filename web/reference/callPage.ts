/** One call: what it does, its fields, its errors, and samples beside them. */
import { readCall, readIndex, readRefusals } from './data.ts'
import type { Call } from './described.ts'
import { codeBox, copyButton } from './code.ts'
import { h, inline, type Child, type Page } from './dom.ts'
import { fieldList } from './fieldList.ts'
import { refusalRows } from './errorsPage.ts'
import { addressOf } from './route.ts'
import { sampleBox, tokenField } from './sampleBox.ts'
import { inLang, t } from './text.ts'

export async function callPage(name: string): Promise<Page | undefined> {
  const [call, { groups }, refusals] = await Promise.all([readCall(name), readIndex(), readRefusals()])
  if (!call) return undefined
  const group = groups.find(({ calls }) => calls.some((one) => one.name === name))!
  const own = refusals.rows.filter((row) => call.refusals.includes(row.name))
  return {
    title: inLang(call),
    body: [
      h(
        'article',
        {},
        h('p', { class: 'over' }, inLang(group)),
        h('h1', { tabindex: -1 }, inLang(call)),
        h(
          'p',
          { class: 'line' },
          h('span', { class: `method ${call.method}` }, call.method),
          h('code', { lang: 'en' }, call.path),
          copyButton(call.path, () => location.origin + call.path),
        ),
        facts(call),
        h('h2', {}, t('reference.takes')),
        call.takes.length ? fieldList(call.takes, { asked: true }) : h('p', {}, t('reference.takesNone')),
        h('h2', {}, t('reference.gives')),
        given(call),
        h('h2', {}, t('reference.refusals')),
        own.length ? refusalRows(own) : h('p', {}, t('reference.refusalsNone')),
        h('p', { class: 'hint' }, inline(t('reference.refusalsHint'))),
        neighbours(group.calls, name),
      ),
      h(
        'aside',
        { 'aria-label': t('reference.sample') },
        call.who !== 'public' && call.who !== 'client' && tokenField(),
        sampleBox(call),
        answer(call),
      ),
    ],
  }
}

function whoOf({ who, may }: Call): string {
  const name = may && inLang(may)
  if (who === 'staff') return t('reference.whoStaff')
  if (who.startsWith('staff:')) return t('reference.whoStaffKey', { name: name ?? who })
  if (name) return t('reference.whoKey', { name })
  const words = { public: 'whoPublic', client: 'whoClient', parent: 'whoParent', sub: 'whoSub' } as const
  return t(`reference.${words[who as keyof typeof words] ?? 'whoMember'}`)
}

const facts = (call: Call): HTMLElement =>
  h(
    'dl',
    { class: 'facts' },
    fact(t('reference.who'), whoOf(call)),
    call.takes.length > 0 && fact(t('reference.encoding'), t(`encodings.${call.body}`)),
    fact(t('reference.rate'), t('reference.perMinute', { most: call.perMinute })),
    call.once && fact(t('reference.safe'), t('reference.safeYes')),
  )
const fact = (name: string, value: string): HTMLElement => h('div', {}, h('dt', {}, name), h('dd', {}, inline(value)))

function given({ answers, gives }: Call): Child {
  if (answers === 'file') return h('p', {}, t('reference.givesFile'))
  if (answers === 'events') return h('p', {}, inline(t('reference.givesEvents')))
  const fields = gives.fields ?? []
  if (fields.length === 0 && gives.kind === 'object' && !gives.list) return h('p', {}, inline(t('reference.givesNone')))
  return [
    h('p', { class: 'hint' }, inline(t('reference.givesHint'))),
    gives.list || fields.length === 0
      ? fieldList([{ ...gives, name: 'data', required: true }], { asked: false })
      : fieldList(fields, { asked: false }),
  ]
}

function answer({ answers, answer: data, path }: Call): HTMLElement {
  if (answers === 'file') return h('p', { class: 'hint' }, t('reference.answerFile'))
  if (answers === 'events') return h('p', { class: 'hint' }, t('reference.answerEvents'))
  return codeBox(
    t('reference.answer'),
    JSON.stringify({ code: 200, msg: 'success', data: data ?? {}, path, status: 200 }, null, 2),
  )
}

function neighbours(calls: readonly { name: string; cn: string; en: string }[], name: string): HTMLElement {
  const at = calls.findIndex((call) => call.name === name)
  const [before, after] = [calls[at - 1], calls[at + 1]]
  return h(
    'div',
    { class: 'neighbours' },
    before && h('a', { href: addressOf.call(before.name) }, h('span', {}, t('reference.previous')), inLang(before)),
    after &&
      h('a', { href: addressOf.call(after.name), class: 'next' }, h('span', {}, t('reference.next')), inLang(after)),
  )
}
