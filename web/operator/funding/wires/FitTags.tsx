import { Tag } from '#web/ui/tags/Tag.tsx'
import css from './Wires.module.css'

/** The evidence that a forecast and a bank line are the same wire. */
export const FitTags = ({ facts }: { facts: readonly { fact: string; text: string }[] }) => (
  <span className={css.buttons}>
    {facts.map(({ fact, text }) => (
      <Tag key={fact} tone="brand">
        {text}
      </Tag>
    ))}
  </span>
)
