import { Tag } from '#web/ui/tags/Tag.tsx'
import css from './Wires.module.css'

/** What speaks for a forecast and a line of the bank being one wire. */
export const FitTags = ({ facts }: { facts: readonly { fact: string; text: string }[] }) => (
  <span className={css.buttons}>
    {facts.map(({ fact, text }) => (
      <Tag key={fact} tone="brand">
        {text}
      </Tag>
    ))}
  </span>
)
