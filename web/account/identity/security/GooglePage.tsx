import { useTranslation } from 'react-i18next'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { GooglePanel } from './GooglePanel.tsx'

export default function GooglePage() {
  const { t } = useTranslation()
  return (
    <PageFrame>
      <Panel title={t('personal.google')}>
        <div style={{ maxWidth: 680 }}>
          <GooglePanel />
        </div>
      </Panel>
    </PageFrame>
  )
}
