/** Columns, most of them by the field of the row that they show: its key then, unless it says otherwise. */
import { Money } from '#web/ui/Money.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { showTime } from '../dates.ts'
import type { Column } from './column.ts'

export type { Column } from './column.ts'

type Title = () => string
type More = Partial<Omit<Column<never>, 'title' | 'cell'>>
type Holder = { userNo: string; nickname: string }
/** The fields of a row that hold this. */
type Of<R, V> = { [K in keyof R]: R[K] extends V ? K : never }[keyof R] & string

/** A column of its own; `key` is in addresses and saved views. */
export const column = <R extends object>(
  key: string,
  title: Title,
  cell: Column<R>['cell'],
  more?: More,
): Column<R> => ({ key, title, ...more, cell })

const shown = (value: unknown) => (value === '' ? '–' : ((value as string | number | null) ?? '–'))

export const textColumn = <R extends object>(
  field: Of<R, string | number | null | undefined>,
  title: Title,
  more?: More,
): Column<R> => ({ key: field, title, ...more, cell: (row) => shown(row[field]) })

/** What a row is called: its headline where rows are cards. */
export const headColumn = <R extends object>(field: Of<R, string | number>, title: Title, more?: More): Column<R> => ({
  key: field,
  title,
  phone: 'head',
  ...more,
  cell: (row) => <strong>{shown(row[field])}</strong>,
})

export const numberColumn = <R extends object>(
  field: Of<R, string | number | null | undefined>,
  title: Title,
  more?: More,
): Column<R> => textColumn(field, title, { align: 'right', ...more })

/** An amount in the row's own unit, if it has one. */
export const moneyColumn = <R extends object>(
  field: Of<R, number | null>,
  title: Title,
  { strong = false, ...more }: More & { strong?: boolean } = {},
): Column<R> => ({
  key: field,
  title,
  align: 'right',
  ...more,
  cell: (row) => (
    <Money cents={row[field] as number | null} {...('unit' in row && { unit: String(row.unit) })} strong={strong} />
  ),
})

/** What fits on one line in either language. */
export const STATUS_WIDTH = 132
const TIME_WIDTH = 186

/** A state in its colour, in the server's words: those of `status` are in `statusText`. */
export const statusColumn = <R extends object, F extends Of<R, string>>(
  field: F,
  title: Title,
  tones: Readonly<Record<R[F] & string, Tone>>,
  more?: More,
): Column<R> => ({
  key: field,
  title,
  width: STATUS_WIDTH,
  ...more,
  cell: (row) => <StatusTag tone={tones[row[field] as R[F] & string]} text={String(row[`${field}Text` as keyof R])} />,
})

export const timeColumn = <R extends object>(field: Of<R, number | null>, title: Title, more?: More): Column<R> => ({
  key: field,
  title,
  width: TIME_WIDTH,
  ...more,
  cell: (row) => showTime(row[field] as number | null),
})

/** The number and name of an account, as everybody at the desk calls it. */
export const holderName = (holder: Holder | null): string => (holder ? `${holder.userNo} ${holder.nickname}` : '–')

export const holderColumn = <R extends { holder: Holder | null }>(title: Title, key = 'account'): Column<R> => ({
  key,
  title,
  cell: (row) => holderName(row.holder),
})
