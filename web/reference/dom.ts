/** Elements without a framework: the page is small, and mostly text. */
export type Child = Node | string | number | false | undefined | null | readonly Child[]
/** `wide`: without samples beside it. */
export type Page = { title: string; body: Child[]; wide?: true }

type Listener = (event: never) => void
type Attributes = Readonly<Record<string, string | number | boolean | undefined | Listener>>

/** `onclick` and the like are listeners; `true` is an attribute without a value, `false` and undefined are none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  put(element, ...children)
  return element
}

/** In place of what is there. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren()
  put(element, ...children)
}

function put(element: Element, ...children: Child[]): void {
  for (const child of children.flat(9) as Exclude<Child, readonly Child[]>[])
    if (child !== false && child !== undefined && child !== null)
      element.append(child instanceof Node ? child : String(child))
}

/** `code` in backticks, and links as [text](#/address). */
export function inline(text: string): Child[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part): Child => {
    if (part.startsWith('`')) return h('code', { lang: 'en' }, part.slice(1, -1))
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
    return link ? h('a', { href: link[2]! }, link[1]!) : part
  })
}

let announcer: HTMLElement | undefined
/** For screen readers. */
export function announce(text: string): void {
  announcer ??= document.body.appendChild(h('div', { class: 'said', role: 'status' }))
  announcer.textContent = text
}
