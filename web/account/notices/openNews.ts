import { opener } from '#web/parts/opener.ts'

/** The bell opens the one dialog of personal notices, which the frame renders. */
export const { open: openNews, close: closeNews, useOpen: useNewsOpen } = opener()
