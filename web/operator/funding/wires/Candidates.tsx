import type { ReactNode } from 'react'
import { Muted, Row, Section, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'

type Candidate = {
  key: string
  name: ReactNode
  about: ReactNode
  /** The evidence that a forecast and a bank line are the same wire. */
  facts: readonly { fact: string; text: string }[]
  action?: ReactNode
}

/** What may belong to this wire, the likeliest first. */
export function Candidates({ title, none, of }: { title: string; none: string; of: readonly Candidate[] }) {
  return (
    <Section title={title}>
      {of.length === 0 ? (
        <Muted as="p">{none}</Muted>
      ) : (
        <Stack as="ul">
          {of.map(({ key, name, about, facts, action }) => (
            <Row as="li" key={key} gap={4} between>
              <Stack gap={1}>
                <span>{name}</span>
                <Muted>{about}</Muted>
                <Row as="span">
                  {facts.map(({ fact, text }) => (
                    <Tag key={fact} tone="brand">
                      {text}
                    </Tag>
                  ))}
                </Row>
              </Stack>
              {action}
            </Row>
          ))}
        </Stack>
      )}
    </Section>
  )
}
