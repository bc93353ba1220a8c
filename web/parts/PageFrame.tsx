import type { ReactNode } from 'react'
import { Stack } from '../ui/layout.tsx'

/** The column layout of a page: its blocks in order, with equal spacing. */
export const PageFrame = ({ children }: { children: ReactNode }) => <Stack gap={4}>{children}</Stack>
