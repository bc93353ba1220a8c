/** Words of pages and dialogs that come later than the first: with them (`withLaterText`), and not before. */
import { batches } from './cn/batches.ts'
import { exports } from './cn/exports.ts'
import { forecasts } from './cn/forecasts.ts'
import { groups } from './cn/groups.ts'
import { imports } from './cn/imports.ts'
import { lists } from './cn/lists.ts'
import { notices } from './cn/notices.ts'
import { personal } from './cn/personal.ts'
import { plans } from './cn/plans.ts'
import { rebate } from './cn/rebate.ts'
import { roles } from './cn/roles.ts'
import { subaccounts } from './cn/subaccounts.ts'

export const cnLater = {
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
} as const
