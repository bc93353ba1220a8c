/** How the page of the reference looks and is named: Swagger UI without the bar and the logo of its makers, and usable by everybody. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'

/** The console's own colours (web/ui/tokens.css), light in any scheme; those of Swagger UI are too pale to read. */
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
 * What its options cannot say: everything is in a part of the page, headings follow each other, its fields have names, and what is
 * a button has no link inside. Swagger UI draws as one reads, so each time that it has drawn.
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

export const referencePage = {
  uiConfig: { docExpansion: 'none', filter: true, layout: 'BaseLayout', syntaxHighlight: false },
  theme: {
    title: 'Kaika API',
    css: [{ filename: 'kaika.css', content: css }],
    js: [{ filename: 'kaika.js', content: js }],
    favicon: [{ filename: 'mark.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: mark }],
  },
} satisfies FastifySwaggerUiOptions
