import { createContext, type ReactNode } from 'react'

/** Bar at the top of the page, for views that replace the whole page below it. */
export const TopBarContext = createContext<ReactNode>(null)
