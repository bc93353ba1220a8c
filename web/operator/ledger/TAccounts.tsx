import { Link } from 'react-router'
import { Grid, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { paths } from '../paths.ts'
import { ownerText, type Owned } from './ownerText.ts'
import { units } from './units.ts'
import { useText } from './text.ts'
import css from './TAccounts.module.css'

export type Entry = Owned & {
  laId?: number
  code: string
  name: string
  side: 'D' | 'C'
  amount: number
  currency: string
  scale: number
}
const keyOf = ({ code, owner, currency }: Entry): string => `${code} ${owner} ${currency}`

/** Traditional T-accounts: debits at the left, credits at the right. */
export function TAccounts({ entries }: { entries: readonly Entry[] }) {
  const t = useText()
  const reads = useHolds('staff:books.view')
  const accounts = [...new Set(entries.map(keyOf))]
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  return (
    <Stack gap={4}>
      <Grid gap={5} min={230}>
        {accounts.map((key) => {
          const own = entries.filter((entry) => keyOf(entry) === key)
          const { code, name, currency, laId } = own[0]!
          const title = `${code} ${name}`
          return (
            <table key={key} className={css.t}>
              <caption>
                {laId !== undefined && reads ? <Link to={paths.bookAccount(laId)}>{title}</Link> : title}
                <small>{[ownerText(own[0]!), currency].filter(Boolean).join(' · ')}</small>
              </caption>
              <thead>
                <tr>
                  <th scope="col">{t('ledger.D')}</th>
                  <th scope="col">{t('ledger.C')}</th>
                </tr>
              </thead>
              <tbody>
                {own.map(({ side, amount, scale }, at) => (
                  <tr key={at}>
                    {(['D', 'C'] as const).map((one) => (
                      <td key={one}>{one === side && units(amount, scale)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        })}
      </Grid>
      <Stack as="ul" gap={2} aria-label={t('ledger.balanced')}>
        {currencies.map((currency) => {
          const own = entries.filter((entry) => entry.currency === currency)
          const sum = (side: 'D' | 'C') =>
            own.filter((entry) => entry.side === side).reduce((all, { amount }) => all + amount, 0)
          const [debits, credits] = [sum('D'), sum('C')]
          return (
            <li key={currency}>
              {t('ledger.D')} {units(debits, own[0]!.scale)} {debits === credits ? '=' : '≠'} {t('ledger.C')}{' '}
              {units(credits, own[0]!.scale)} {currency}{' '}
              <StatusTag
                tone={debits === credits ? 'ok' : 'bad'}
                text={t(debits === credits ? 'ledger.balanced' : 'ledger.unbalanced')}
              />
            </li>
          )
        })}
      </Stack>
    </Stack>
  )
}
