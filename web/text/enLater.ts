import type { Same } from './cn.ts'
import type { cnLater } from './cnLater.ts'
import { batches } from './en/batches.ts'
import { exports } from './en/exports.ts'
import { forecasts } from './en/forecasts.ts'
import { groups } from './en/groups.ts'
import { imports } from './en/imports.ts'
import { lists } from './en/lists.ts'
import { notices } from './en/notices.ts'
import { personal } from './en/personal.ts'
import { plans } from './en/plans.ts'
import { rebate } from './en/rebate.ts'
import { roles } from './en/roles.ts'
import { subaccounts } from './en/subaccounts.ts'

export const enLater: Same<typeof cnLater> = {
  batches,
  exports,
  forecasts,
  groups,
  imports,
  lists,
  notices,
  personal,
  plans,
  rebate,
  roles,
  subaccounts,
}
