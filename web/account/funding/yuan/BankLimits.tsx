import { downloadFileHere } from '#contract/funding/forecasts.ts'
import { bankLimits } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '../text.ts'
import css from '../Usdt.module.css'

/** What each bank allows, as figures, and the picture of it where staff have put one up. */
export function BankLimits() {
  const t = useText()
  const query = useAsk(bankLimits, {}, { quiet: true })
  if (query.isError) return null
  if (!query.data) return <Skeleton height={320} radius={12} />
  const { banks, fileId } = query.data
  return (
    <Panel title={t('funding.yuan.limits')}>
      <table className={css.limits}>
        <thead>
          <tr>
            <th scope="col">{t('funding.yuan.bank')}</th>
            <th scope="col">{t('funding.yuan.perPayment')}</th>
            <th scope="col">{t('funding.yuan.perDay')}</th>
          </tr>
        </thead>
        <tbody>
          {banks.map(({ code, name, perPayment, perDay }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <td>
                <Money cents={perPayment} unit="CNY" />
              </td>
              <td>
                <Money cents={perDay} unit="CNY" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {fileId && <Picture key={fileId} fileId={fileId} />}
      <p className={css.quiet}>{t('funding.yuan.limitsHint')}</p>
    </Panel>
  )
}

/** Where it cannot be had, the figures above say the same. */
function Picture({ fileId }: { fileId: string }) {
  const t = useText()
  const { src: url } = usePicture(downloadFileHere, { fileId, inline: '1' })
  return url ? <img className={css.limitImage} src={url} alt={t('funding.yuan.limits')} /> : null
}
