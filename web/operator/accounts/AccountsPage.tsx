import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { searchAccounts } from '#contract/accounts/accounts.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { showDay } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Muted, Rows, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { paths } from '../paths.ts'
import { AccountList } from './AccountList.tsx'
import { AccountTags } from './AccountTags.tsx'
import { useText } from './text.ts'
import css from './Accounts.module.css'

/** One search field: the form of the input shows what it is. The search is in the address, so the back button restores it. Without one, the accounts by what one comes for. */
export default function AccountsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const query = useAsk(searchAccounts, { keyword: asked }, { enabled: asked.length >= 4, quiet: true })
  return (
    <PageFrame>
      <Panel>
        <form
          role="search"
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim().length >= 4) setParams({ q: typed.trim() })
            else if (typed.trim() === '') setParams({})
          }}
        >
          <Field label={t('accounts.search')} hint={t('accounts.searchText')}>
            {(wiring) => (
              <Input
                {...wiring}
                value={typed}
                onChange={setTyped}
                placeholder={t('accounts.searchHint')}
                autoComplete="off"
                spellCheck={false}
                autoFocus
              />
            )}
          </Field>
          <Button look="primary" type="submit" icon="search" guardMs={0}>
            {t('accounts.go')}
          </Button>
        </form>
      </Panel>
      {asked ? (
        <div aria-live="polite" aria-busy={query.isFetching}>
          <Answered query={query} skeleton={<SkeletonLines lines={3} />}>
            {({ list, more, by }) =>
              list.length === 0 ? (
                <Empty icon="search" title={t('accounts.none')} text={t('accounts.noneText')} />
              ) : (
                <Stack>
                  <Muted as="p">
                    {t('accounts.found', { count: list.length })}
                    {more && '+'} {by && <Tag>{t(`accounts.by.${by}`)}</Tag>}
                  </Muted>
                  <Rows framed>
                    {list.map((account) => (
                      <li key={account.accountId}>
                        <Link to={paths.account(account.accountId)} className={css.line}>
                          <strong>{account.nickname}</strong>
                          <span>{account.userNo}</span>
                          <span>{account.mobile}</span>
                          <AccountTags account={account} />
                          <time>{showDay(account.createTime)}</time>
                        </Link>
                      </li>
                    ))}
                  </Rows>
                </Stack>
              )
            }
          </Answered>
        </div>
      ) : (
        <AccountList />
      )}
    </PageFrame>
  )
}
