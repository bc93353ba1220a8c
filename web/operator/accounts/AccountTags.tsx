import type { AccountLine } from '#contract/accounts/accounts.ts'
import { Row } from '#web/ui/layout.tsx'
import { StatusTag, Tag, type Tone } from '#web/ui/tags/Tag.tsx'
import { useText } from './text.ts'

const stateTone = { ACTIVE: 'ok', CLOSING: 'warn', CLOSED: 'quiet', DEACTIVATED: 'bad' } as const satisfies Record<
  AccountLine['status'],
  Tone
>

/** Status, risk and debt of an account, always in words. */
export function AccountTags({ account }: { account: Omit<AccountLine, 'mobile'> }) {
  const t = useText()
  return (
    <Row as="span" gap={1}>
      <StatusTag tone={stateTone[account.status]} text={account.statusText} />
      {account.risk !== 'NORMAL' && (
        <Tag tone={account.risk === 'WARN' ? 'warn' : 'bad'} dot>
          {t(`accounts.risk.${account.risk}`)}
        </Tag>
      )}
      {account.held === 1 && <Tag tone="bad">{t('accounts.held')}</Tag>}
      {account.frozen === 1 && <Tag tone="bad">{t('accounts.frozen')}</Tag>}
      {account.restricted === 1 && <Tag tone="bad">{t('accounts.restricted')}</Tag>}
    </Row>
  )
}
