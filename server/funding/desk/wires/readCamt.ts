import { parse } from '#contract/core/money.ts'
import { readXml, SheetFault } from '#server/files/files.ts'
import { StatementFault, type Entry } from './entries.ts'

/** Where each value is in a camt.053 entry; versions spell the same element differently. */
const places: Record<string, keyof Found> = {
  AcctSvcrRef: 'ref',
  NtryRef: 'otherRef',
  'ValDt/Dt': 'date',
  'ValDt/DtTm': 'date',
  'BookgDt/Dt': 'otherDate',
  CdtDbtInd: 'side',
  Sts: 'status',
  'Sts/Cd': 'status',
  'NtryDtls/TxDtls/RltdPties/Dbtr/Nm': 'payer',
  'NtryDtls/TxDtls/RltdPties/Dbtr/Pty/Nm': 'payer',
  'NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN': 'account',
  'NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/Othr/Id': 'account',
  'NtryDtls/TxDtls/RmtInf/Ustrd': 'details',
  'NtryDtls/TxDtls/Refs/EndToEndId': 'endToEnd',
}
type Found = Partial<
  Record<
    'ref' | 'otherRef' | 'date' | 'otherDate' | 'side' | 'status' | 'payer' | 'account' | 'details' | 'endToEnd',
    string
  >
> & { amount?: string; currency?: string }

/** Parses the bank's statement in XML: ISO 20022 camt.053. No document type, no entities, UTF-8 only (files/readXml.ts). */
export async function readCamt(bytes: Uint8Array): Promise<{ entries: Entry[]; accountNo: string | undefined }> {
  const entries: Entry[] = []
  let accountNo: string | undefined
  let isStatement = false
  let now: Found | undefined
  let depth = 0
  await readXml(
    once(bytes),
    {
      open(name, attributes, path) {
        if (name === 'BkToCstmrStmt') isStatement = true
        if (name === 'Ntry' && !now) [now, depth] = [{}, path.length]
        if (now && name === 'Amt' && path.length === depth + 1) now.currency = attributes['Ccy'] ?? ''
      },
      close(name, text, path) {
        const said = text.trim()
        const within = path.join('/')
        if (!now && (within.endsWith('Stmt/Acct/Id/Othr/Id') || within.endsWith('Stmt/Acct/Id/IBAN'))) accountNo = said
        if (!now) return
        const inside = path.slice(depth).join('/')
        if (inside === 'Amt') now.amount = said
        const place = places[inside]
        if (place === 'details') now.details = [now.details, said].filter(Boolean).join(' ')
        else if (place && said) now[place] ??= said
        if (name === 'Ntry' && path.length === depth) {
          if (now.status === undefined || now.status === 'BOOK') entries.push(entryOf(now, entries.length + 1))
          now = undefined
        }
      },
    },
    () => entries.length <= 10_000,
  ).catch((error) => {
    if (error instanceof SheetFault) throw new StatementFault(error.fault === 'unsafe' ? 'unsafe' : 'broken')
    if (error instanceof TypeError) throw new StatementFault('broken') // not UTF-8
    throw error
  })
  if (!isStatement) throw new StatementFault('not_statement')
  return { entries, accountNo }
}

function entryOf(found: Found, at: number): Entry {
  const amount = parse(found.amount ?? '')
  if (amount === undefined) throw new StatementFault('amount', String(at))
  return {
    date: (found.date ?? found.otherDate ?? '').slice(0, 10),
    ref: found.ref ?? found.otherRef ?? '',
    cents: found.side === 'CRDT' ? amount : -amount,
    currency: (found.currency ?? '').toUpperCase(),
    payer: found.payer ?? '',
    payerAccount: found.account ?? '',
    details: [found.details, found.endToEnd === 'NOTPROVIDED' ? '' : found.endToEnd].filter(Boolean).join(' '),
    where: String(at),
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
