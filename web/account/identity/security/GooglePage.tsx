import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { GooglePanel } from './GooglePanel.tsx'
import { useText } from '../text.ts'

export default function GooglePage() {
  const t = useText()
  return (
    <PageFrame>
      <Panel title={t('identity.google')}>
        <div style={{ maxWidth: 680 }}>
          <GooglePanel />
        </div>
      </Panel>
    </PageFrame>
  )
}
