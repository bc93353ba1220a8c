import { opener } from '../parts/opener.ts'

/** The tour of the menu, which the frame renders; opened from the first steps, the avatar's menu and the palette. */
export const { open: showAround, close: endTour, useOpen: useTourOpen } = opener()
