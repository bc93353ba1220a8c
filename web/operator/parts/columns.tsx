/** Columns that most lists of the desk have. */
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import type { Holder } from './Case.tsx'

type Title = () => string

export const moneyColumn = <R,>(
  key: string,
  title: Title,
  cents: (row: R) => number | null | undefined,
  { unit, ...look }: { unit?: (row: R) => string; strong?: boolean; sign?: 'always'; phone?: 'head' } = {},
): Column<R> => ({
  key,
  title,
  align: 'right',
  ...(look.phone && { phone: look.phone }),
  cell: (row) => (
    <Money
      cents={cents(row)}
      {...(unit && { unit: unit(row) })}
      {...(look.strong && { strong: true })}
      sign={look.sign}
    />
  ),
})

export const statusColumn = <R,>(title: Title, tag: (row: R) => readonly [Tone, string]): Column<R> => ({
  key: 'status',
  title,
  cell: (row) => {
    const [tone, text] = tag(row)
    return <StatusTag tone={tone} text={text} />
  },
})

export const timeColumn = <R,>(key: string, title: Title, time: (row: R) => number | null): Column<R> => ({
  key,
  title,
  cell: (row) => showTime(time(row)),
})

/** The number and name of an account, as everybody at the desk calls it. */
export const holderName = (holder: Pick<Holder, 'userNo' | 'nickname'> | null): string =>
  holder ? `${holder.userNo} ${holder.nickname}` : '–'

export const holderColumn = <R extends { holder: Holder | null }>(title: Title): Column<R> => ({
  key: 'account',
  title,
  cell: (row) => holderName(row.holder),
})
