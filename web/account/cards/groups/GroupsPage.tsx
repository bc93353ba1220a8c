import { useSearchParams } from 'react-router'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TagList } from '../tags/TagList.tsx'
import { GroupList } from './GroupList.tsx'
import { useText } from './text.ts'

const tabs = ['groups', 'tags'] as const

/** How the cards are kept apart: the groups in their order, and the tags. */
export default function GroupsPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'groups'
  return (
    <PageFrame>
      <Tabs
        label={t('groups.tabs')}
        value={tab}
        options={[
          { value: 'groups', label: t('groups.tabGroups') },
          { value: 'tags', label: t('groups.tabTags') },
        ]}
        onChange={(name) => setSearch(name === 'groups' ? {} : { tab: name }, { replace: true })}
      >
        {tab === 'groups' ? <GroupList /> : <TagList />}
      </Tabs>
    </PageFrame>
  )
}
