import { listTemplates } from '#contract/controls/templates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { PageTabs } from '#web/parts/PageTabs.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { InForce } from './InForce.tsx'
import { NearLimits } from './NearLimits.tsx'
import { TemplateList } from './TemplateList.tsx'
import { useText } from './text.ts'

const tabs = { templates: TemplateList, inForce: InForce, near: NearLimits } as const
type Tab = keyof typeof tabs

/** Controls of the whole account: templates for new cards, what is in force and where, and cards near a limit. */
export default function CardControlsPage() {
  const t = useText()
  const { shown } = useMay(listTemplates)
  const seen = (Object.keys(tabs) as Tab[]).filter((tab) => tab !== 'templates' || shown)
  return (
    <PageFrame>
      <PageTabs
        label={t('templates.tabs')}
        tabs={Object.fromEntries(seen.map((tab) => [tab, t(`templates.tab.${tab}`)])) as Record<Tab, string>}
      >
        {(tab) => {
          const Shown = tabs[tab]
          return <Shown />
        }}
      </PageTabs>
    </PageFrame>
  )
}
