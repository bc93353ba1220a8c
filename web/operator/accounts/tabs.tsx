import type { ComponentType } from 'react'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from '../../../contract/accounts.ts'
import { listOf } from './ListOf.tsx'
import {
  cardColumns,
  declineColumns,
  flowColumns,
  logColumns,
  orderColumns,
  sessionColumns,
} from './accountColumns.tsx'

/** The lists of an account, each with its call and its columns. */
export const tabs = {
  flows: listOf(accountFlows, flowColumns, (row) => row.flowId),
  cards: listOf(accountCards, cardColumns, (row) => row.cardId),
  declines: listOf(accountDeclines, declineColumns, (row) => row.id),
  orders: listOf(accountOrders, orderColumns, (row) => row.orderNo),
  sessions: listOf(accountSessions, sessionColumns, (row) => row.sessionId),
  log: listOf(accountLog, logColumns, (row) => row.id),
} as const satisfies Record<string, ComponentType<{ accountId: string }>>
export const tabNames = ['flows', 'cards', 'declines', 'orders', 'sessions', 'log'] as const
