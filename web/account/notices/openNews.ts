import { opener } from '#web/parts/opener.ts'

/** The panel of personal notices is under the bell, and the palette opens it too. */
export const { open: openNews, close: closeNews, useOpen: useNewsOpen } = opener()
