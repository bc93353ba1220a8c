import { showTime } from '#web/parts/dates.ts'
import { CopyButton } from '#web/ui/forms/CopyButton.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts, Stat } from '#web/ui/dialogs/Panel.tsx'
import { DeclineNote } from './DeclineNote.tsx'
import { Headline } from './Headline.tsx'
import { Story } from './Story.tsx'
import { whereFacts } from './whereFacts.tsx'
import type { Authorization, Trade } from '../tradeLook.ts'
import { useText } from '../text.ts'
import css from './Trade.module.css'

export function AuthorizationDetail({ auth, trades }: { auth: Authorization; trades: readonly Trade[] | undefined }) {
  const t = useText()
  const declined = auth.status === 'DECLINED'
  const refunded = (trades ?? [])
    .filter(({ type, status }) => type === 'REFUND' && status !== 'REVERSED')
    .reduce((sum, { amount }) => sum + amount, 0)
  const figure = (key: 'authorized' | 'cleared' | 'held' | 'refunded', cents: number) => (
    <Stat label={t(`trades.one.figures.${key}`)} value={<Money cents={cents} unit={auth.unit} />} />
  )
  return (
    <>
      {declined && <DeclineNote auth={auth} />}
      <Headline row={auth} struck={declined} />
      {!declined && (
        <div className={css.figures}>
          {figure('authorized', auth.amount)}
          {figure('cleared', auth.clearedAmount)}
          {figure('held', auth.remainingHold)}
          {refunded > 0 && figure('refunded', refunded)}
        </div>
      )}
      <section>
        <h3 className={css.title}>{t('trades.one.story')}</h3>
        <Story auth={auth} trades={trades} />
      </section>
      <section>
        <h3 className={css.title}>{t('trades.one.details')}</h3>
        <Facts
          facts={[
            ...whereFacts(auth, t),
            ...(auth.remainingHold > 0 && auth.expireTime
              ? [[t('trades.one.releaseBy'), showTime(auth.expireTime)] as const]
              : []),
            [
              t('trades.one.authId'),
              <>
                {auth.cardAuthId}
                <CopyButton text={auth.cardAuthId} what={t('trades.one.authId')} />
              </>,
            ],
          ]}
        />
      </section>
    </>
  )
}
