import { contact } from '#contract/notices/content.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Qr } from '#web/ui/charts/Qr.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '../text.ts'
import css from './Contact.module.css'

/** Two QR codes and the channel to follow. */
export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data } = useAsk(contact, {})
  return (
    <Dialog title={t('notices.contact.title')} width={900} onClose={onClose}>
      {!data && <Skeleton height={280} />}
      {data && (
        <Stack gap={4}>
          <Grid min={200}>
            {data.qrs.map(({ name, url }) => (
              <figure className={css.box} key={url}>
                <Qr text={url} size={176} label={name} />
                <figcaption>
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                  <br />
                  <Muted as="small">{t('notices.contact.scan')}</Muted>
                </figcaption>
              </figure>
            ))}
            <div className={css.box}>
              <Icon name="bell" size={32} />
              <strong>{data.channel.name}</strong>
              <Muted as="small">{t('notices.contact.channelText')}</Muted>
              <a href={data.channel.url} target="_blank" rel="noopener noreferrer">
                {t('notices.contact.open')}
              </a>
            </div>
          </Grid>
          <p>
            {t('notices.contact.hours')}：{data.hours}
          </p>
          {data.chat && <p>{t('notices.contact.chat')}</p>}
        </Stack>
      )}
    </Dialog>
  )
}
