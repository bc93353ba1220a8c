import { Link } from 'react-router'
import { listPrograms, type Program } from '#contract/programs/desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { TwoLines } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { Sheet } from '../ledger/Sheet.tsx'
import { paths } from '../paths.ts'
import { coverLevel, statementTones } from './statementTones.ts'
import { useText } from './text.ts'

/** The programmes at all issuers: what each has, and how long it lasts. */
export default function ProgramsPage() {
  const t = useText()
  const query = useAsk(listPrograms, {}, { everyMs: 60_000 })
  return (
    <PageFrame>
      <Panel title={t('programs.list')}>
        <Answered query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty icon="cards" title={t('programs.empty')} text={t('programs.emptyText')} />
            ) : (
              <Programs list={list} />
            )
          }
        </Answered>
      </Panel>
    </PageFrame>
  )
}

function Programs({ list }: { list: readonly Program[] }) {
  const t = useText()
  return (
    <Sheet
      label={t('programs.list')}
      head={[
        t('programs.issuer'),
        t('programs.available'),
        t('programs.theirs'),
        t('programs.statement'),
        t('programs.owed'),
        t('programs.cover'),
        t('programs.floor'),
        t('programs.openDays'),
      ]}
      wide={[2, 4, 6, 7]}
      rows={list.map((one) => ({
        key: one.issuerId,
        cells: [
          <TwoLines below={one.currency}>
            <Link to={paths.program(one.issuerId)}>{one.issuerId}</Link>
          </TwoLines>,
          <Money cents={one.available} strong />,
          <TwoLines below={one.readTime === null ? t('programs.neverRead') : showTime(one.readTime)}>
            <Money cents={one.theirs} />
          </TwoLines>,
          <StatusTag tone={statementTones[one.statement]} text={one.statementText} />,
          <Money cents={one.owed} />,
          <Cover of={one} />,
          one.openingPaused ? (
            <StatusTag tone="bad" text={t('programs.paused')} />
          ) : one.floor === null ? (
            '–'
          ) : (
            <Money cents={one.floor} />
          ),
          one.daysOpen,
        ],
      }))}
    />
  )
}

export function Cover({ of }: { of: Program }) {
  const t = useText()
  if (of.coverTenths === null) return <>{t('programs.noBurn')}</>
  const text = t('programs.days', { count: of.coverTenths / 10 })
  const level = coverLevel(of)
  return level ? <StatusTag tone={level === 'low' ? 'warn' : 'bad'} text={text} /> : <>{text}</>
}
