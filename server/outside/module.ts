import type { Module } from '../core/composition.ts'
import { outsideMetrics } from './outsideMetrics.ts'

export const module = { metrics: outsideMetrics } satisfies Module
