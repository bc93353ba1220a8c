import type { ComponentType } from 'react'
import {
  accountCards,
  accountDeclines,
  accountFlows,
  accountLog,
  accountOrders,
  accountSessions,
} from '#contract/accounts/accounts.ts'
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
  flows: listOf(accountFlows, flowColumns, (row) => row.flowId, 'flows'),
  cards: listOf(accountCards, cardColumns, (row) => row.cardId, 'cards'),
  declines: listOf(accountDeclines, declineColumns, (row) => row.id, 'declines'),
  orders: listOf(accountOrders, orderColumns, (row) => row.orderNo, 'orders'),
  sessions: listOf(accountSessions, sessionColumns, (row) => row.sessionId, 'sessions'),
  log: listOf(accountLog, logColumns, (row) => row.id, 'log'),
} as const satisfies Record<string, ComponentType<{ accountId: string }>>
export const tabNames = ['flows', 'cards', 'declines', 'orders', 'sessions', 'log'] as const
