import { opener } from '#web/parts/opener.ts'

/** Every place that says "through customer service" opens the one dialog, which the frame shows. */
export const { open: openContact, close: closeContact, useOpen: useContactOpen } = opener()
