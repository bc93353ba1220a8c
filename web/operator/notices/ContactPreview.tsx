import { QRCode } from 'antd'
import { Antd } from '#web/parts/Antd.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Content.module.css'

/** What the account console will show of it, in the language of the desk. A code stands for what would be scanned. */
export function ContactPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const said = (name: string) => String(values[name + (langNow() === 'cn' ? 'Cn' : 'En')] ?? '')
  return (
    <Panel title={t('notices.preview')}>
      <div className={css.qrs}>
        {(['qr1', 'qr2'] as const).map((name) => (
          <figure key={name}>
            <div className={css.qr}>
              <Antd>
                <QRCode
                  value={String(values[`${name}Url`] ?? '') || ' '}
                  size={132}
                  color="#0e1b1d"
                  bgColor="#ffffff"
                  type="svg"
                  bordered={false}
                  aria-label={said(name)}
                />
              </Antd>
            </div>
            <figcaption>{said(name)}</figcaption>
          </figure>
        ))}
        <div className={css.channel}>
          <strong>{said('channel')}</strong>
          <span>{String(values['channelUrl'] ?? '')}</span>
          <span className={css.none}>{`${t('notices.hours')} · ${said('hours')}`}</span>
        </div>
      </div>
    </Panel>
  )
}
