/** Code on the page: coloured, and copied with a button. */
import { announce, h } from './dom.ts'
import { t } from './text.ts'

const TOKEN =
  /("(?:[^"\\\n]|\\.)*"(?=\s*:)|)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\/\/[^\n]*|# [^\n]*)|\b(async|await|break|const|continue|curl|else|except|export|f|False|for|from|function|if|import|in|let|new|None|of|raise|return|throw|True|true|false|null|try|while|with|as)\b|\b(\d[\d.]*)\b/g

/** Strings, comments, keywords and numbers; names of JSON fields stay as they are. */
export function coloured(code: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const found of code.matchAll(TOKEN)) {
    const [all, , text, comment, keyword, number] = found
    if (all === '') continue
    parts.push(code.slice(end, found.index))
    const isName = text !== undefined && /^\s*:/.test(code.slice(found.index + all.length))
    const kind = isName ? 'name' : text ? 'string' : comment ? 'comment' : keyword ? 'word' : number ? 'number' : ''
    parts.push(h('span', { class: `t-${kind}` }, all))
    end = found.index + all.length
  }
  return [...parts, code.slice(end)]
}

/** `what` names it for screen readers. */
export function copyButton(what: string, text: () => string): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'quiet', 'aria-label': t('reference.copyWhat', { what }) },
    t('reference.copy'),
  )
  let back: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text()).then(
      () => {
        button.textContent = t('reference.copied')
        announce(t('reference.copied'))
        clearTimeout(back)
        back = setTimeout(() => (button.textContent = t('reference.copy')), 2_000)
      },
      () => announce(t('reference.notCopied')),
    )
  })
  return button
}

/** A block that scrolls sideways is reached by keyboard. */
export const block = (code: string, label: string): HTMLElement =>
  h('pre', { tabindex: 0, role: 'region', 'aria-label': label }, h('code', { lang: 'en' }, ...coloured(code)))

export const codeBox = (title: string, code: string): HTMLElement =>
  h(
    'div',
    { class: 'box' },
    h(
      'div',
      { class: 'bar' },
      h('h2', { class: 'small' }, title),
      copyButton(title, () => code),
    ),
    block(code, title),
  )
