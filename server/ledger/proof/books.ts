/** What a check reads: the whole books, or what is new since the checkpoint together with what the checkpoint says of the rest. */
import { CELLS } from '#server/core/database/cells.ts'
import { HOUR } from '#server/core/clock.ts'
import { firstIdOf, timeOfId } from '#server/core/ids.ts'

/** The first cell and the last. */
export type Cells = readonly [first: number, last: number]
export const ALL_CELLS: Cells = [0, CELLS - 1]

/** The parts of a check's query, as SQL. A check that uses them has one text for both forms. */
export type Books = {
  readonly cells: Cells
  /** When the checkpoint's mark is; undefined where everything is read. */
  readonly since: number | undefined
  /** For a FROM: the transfers to read, and their entries. An entry and its transfer are on the same side of the mark. */
  readonly transfer: string
  readonly entry: string
  /** The same from an hour before the mark: where rows with two ids of one transaction are compared, the mark may lie between them. */
  readonly nearTransfer: string
  readonly nearEntry: string
  /** For a FROM: `cell, la_id, side, amount`. By account and side they add up to all entries of the books. */
  readonly sums: string
  /** For a FROM: the balances of the checkpoint (columns of `ledger_checkpoint_balance`) and what was taken of holds (`ledger_checkpoint_hold`). */
  readonly balance: string
  readonly hold: string
  /** The rows of a table in the cells, for a FROM. */
  rows(table: string): string
  /** Whether this expression is one of the cells. */
  inCells(expression: string): string
  /** Whether the id in this column is above the mark, or missing. Of ids that begin with `trf` unless another beginning is given. */
  fresh(column: string, prefix?: string): string
}

/** Not BETWEEN, so that an index is entered once for each cell, at the mark. One cell is a constant: an engine that spreads the cells asks its node alone. */
const cellIn =
  ([first, last]: Cells) =>
  (expression: string): string =>
    first === last
      ? `${expression} = ${first}`
      : `${expression} = ANY ('{${Array.from({ length: last - first + 1 }, (_, at) => first + at).join(',')}}'::smallint[])`

const rowsIn =
  (cells: Cells) =>
  (table: string): string =>
    `(SELECT * FROM ${table} WHERE ${whereOf(cells)})`

const whereOf = ([first, last]: Cells): string =>
  first === last ? `cell = ${first}` : last - first === CELLS - 1 ? 'true' : `cell BETWEEN ${first} AND ${last}`

export function wholeBooks(cells: Cells = ALL_CELLS): Books {
  const [rows, inCells] = [rowsIn(cells), cellIn(cells)]
  return {
    ...{ cells, rows, inCells, since: undefined },
    transfer: rows('ledger_transfer'),
    entry: rows('ledger_entry'),
    nearTransfer: rows('ledger_transfer'),
    nearEntry: rows('ledger_entry'),
    sums: rows('ledger_entry'),
    balance: '(SELECT * FROM ledger_checkpoint_balance WHERE false)',
    hold: '(SELECT * FROM ledger_checkpoint_hold WHERE false)',
    fresh: () => 'true',
  }
}

/** OFFSET 0: transfers are always read in the range of the mark. With the kind or the account as well, PostgreSQL takes an index that has them, and reads every year of it. */
const OF_THE_KEY: Readonly<Record<string, string>> = { ledger_transfer: ' OFFSET 0', ledger_entry: '' }

export function newBooks(mark: string, cells: Cells = ALL_CELLS): Books {
  const [since, rows, inCells] = [timeOfMark(mark), rowsIn(cells), cellIn(cells)]
  const above = (table: string, from = mark): string =>
    `(SELECT * FROM ${table} WHERE ${inCells('cell')} AND transfer_id >= '${from}'${OF_THE_KEY[table]})`
  const balance = rows('ledger_checkpoint_balance')
  return {
    ...{ cells, since, rows, inCells, balance },
    transfer: above('ledger_transfer'),
    entry: above('ledger_entry'),
    sums: `(SELECT cell, la_id, 'D' AS side, debits AS amount FROM ${balance} AS kept
             UNION ALL SELECT cell, la_id, 'C', credits FROM ${balance} AS kept
             UNION ALL SELECT cell, la_id, side, amount FROM ${above('ledger_entry')} AS made)`,
    hold: rows('ledger_checkpoint_hold'),
    nearTransfer: above('ledger_transfer', markOf(since - HOUR)),
    nearEntry: above('ledger_entry', markOf(since - HOUR)),
    fresh: (column, prefix = 'trf') => `(${column} IS NULL OR ${column} >= '${firstIdOf(prefix, since)}')`,
  }
}

/** Sorts before the transfers that are made from this moment on, and after all others. */
export const markOf = (ms: number): string => firstIdOf('trf', ms)
export const timeOfMark = (mark: string): number => timeOfId(mark + '0'.repeat(16))
