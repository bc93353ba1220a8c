/** The key that does the same. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd
      style={{
        padding: '0 6px',
        border: '1px solid var(--line-strong)',
        borderBottomWidth: 2,
        borderRadius: 5,
        fontFamily: 'var(--mono)',
        fontSize: 11,
        color: 'var(--ink-3)',
        background: 'var(--surface)',
      }}
    >
      {keys}
    </kbd>
  )
}
