import { useLocation, useNavigate } from 'react-router'
import type { ElementKey } from '#contract/core/permissions.ts'
import { may } from '../parts/client/useMay.ts'
import { useSession } from '../parts/client/useSession.ts'
import { paths } from './paths.ts'

/** Opens the export of a list with the filters from the address; undefined without the key. */
export function useToExport(key: ElementKey, list: string): (() => void) | undefined {
  const navigate = useNavigate()
  const { search } = useLocation()
  if (!may(useSession(), key).holds) return undefined
  return () => void navigate({ pathname: paths.exportOf(list), search })
}
