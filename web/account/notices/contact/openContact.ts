import { opener } from '#web/parts/opener.ts'

/** Every "through customer service" link opens this one dialog, which the frame renders. */
export const { open: openContact, close: closeContact, useOpen: useContactOpen } = opener()
