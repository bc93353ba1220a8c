import css from './Mark.module.css'

/** Kaika's logo: a card whose corner opens, with the K of 开卡 in it. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className={css.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        className={css.card}
        d="M7 5h13.2a4 4 0 0 1 2.83 1.17l3.8 3.8A4 4 0 0 1 28 12.8V23a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4Z"
      />
      <path
        className={css.letter}
        d="M9 11.2c0-.66.54-1.2 1.2-1.2h.9c.66 0 1.2.54 1.2 1.2v3.5l5.02-4.43c.22-.18.49-.27.76-.27h1.62c.55 0 .8.68.39 1.04L15.2 15.9l5.23 5.11c.38.37.12 1-.41 1h-1.86c-.3 0-.6-.12-.81-.33l-5.05-5.04v4.17c0 .66-.54 1.2-1.2 1.2h-.9c-.66 0-1.2-.54-1.2-1.2Z"
      />
    </svg>
  )
}

/** Logo and name, as shown in the consoles. */
export function Wordmark({ name = '开卡' }: { name?: string }) {
  return (
    <span className={css.wordmark}>
      <Mark />
      <span className={css.latin}>Kaika</span>
      <span className={css.han} lang="zh-CN">
        {name}
      </span>
    </span>
  )
}
