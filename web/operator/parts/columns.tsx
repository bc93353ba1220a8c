/** Columns that most lists of the desk have, by the field of the row that they show. */
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { showTime } from '#web/parts/dates.ts'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'

type Title = () => string
type Holder = { userNo: string; nickname: string }
/** The fields of a row that hold this. */
type Of<R, V> = { [K in keyof R]: R[K] extends V ? K : never }[keyof R] & string

/** An amount in the row's own unit, if it has one. */
export const moneyColumn = <R extends object>(
  field: Of<R, number | null>,
  title: Title,
  { key = field, ...more }: { key?: string; strong?: boolean; phone?: 'head' } = {},
): Column<R> => ({
  key,
  title,
  align: 'right',
  ...(more.phone && { phone: more.phone }),
  cell: (row) => (
    <Money
      cents={row[field] as number | null}
      {...('unit' in row && { unit: String(row.unit) })}
      {...(more.strong && { strong: true })}
    />
  ),
})

/** A state in its colour, in the server's words: those of `status` are in `statusText`. */
export const statusColumn = <R extends object, F extends Of<R, string>>(
  field: F,
  title: Title,
  tones: Readonly<Record<R[F] & string, Tone>>,
): Column<R> => ({
  key: field,
  title,
  cell: (row) => <StatusTag tone={tones[row[field] as R[F] & string]} text={String(row[`${field}Text` as keyof R])} />,
})

export const timeColumn = <R extends object>(
  field: Of<R, number | null>,
  title: Title,
  key: string = field,
): Column<R> => ({ key, title, cell: (row) => showTime(row[field] as number | null) })

/** The number and name of an account, as everybody at the desk calls it. */
export const holderName = (holder: Holder | null): string => (holder ? `${holder.userNo} ${holder.nickname}` : '–')

export const holderColumn = <R extends { holder: Holder | null }>(title: Title, key = 'account'): Column<R> => ({
  key,
  title,
  cell: (row) => holderName(row.holder),
})
