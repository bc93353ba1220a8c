import { useNavigate, useSearchParams } from 'react-router'
import { pages, type PageId } from '#contract/core/permissions.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { langNow } from '#web/text.ts'
import { paths } from '../paths.ts'
import { signOut } from '../identity/signIn/signOut.ts'
import { Lost } from './Lost.tsx'
import { useText } from './text.ts'

/** Names the page, and who can open it: the parent for its sub-accounts, customer service for a parent. */
export default function NoPermissionPage() {
  const t = useText()
  const navigate = useNavigate()
  const { subAccount } = useSession()
  const asked = useSearchParams()[0].get('page')
  const id = asked && Object.hasOwn(pages, asked) ? (asked as PageId) : undefined
  const page = id && pages[id].name[langNow()]
  return (
    <Lost
      code="403"
      title={page ? t('layout.lost.noPermissionTo', { page }) : t('layout.lost.noPermission')}
      text={t(subAccount ? 'layout.lost.parentGrants' : 'layout.lost.serviceGrants')}
      more={
        <>
          {subAccount && (
            <Button onClick={() => void navigate(`${paths.subHome}?ask=RIGHT${id ? `&page=${id}` : ''}`)}>
              {t('layout.lost.askParent')}
            </Button>
          )}
          <Button onClick={() => void signOut()}>{t('layout.lost.goSignOut')}</Button>
        </>
      }
    />
  )
}
