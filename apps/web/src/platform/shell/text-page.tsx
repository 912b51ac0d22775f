import type { ReactNode } from 'react'
import { useTitle } from '../use-title.js'
import { PublicBar, SkipLink } from './public-bar.js'
import { PublicFooter } from './public-footer.js'

interface TextPageProps {
  /** Title in the browser's tab. */
  readonly title: string
  readonly heading: string
  readonly intro: string
  readonly children: ReactNode
}

/** Renders a text page: one column with a heading, an introduction and the content. */
export function TextPage({ title, heading, intro, children }: TextPageProps) {
  useTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <div className="border-b border-line">
        <PublicBar />
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-280 grow px-4 py-12 outline-none sm:px-6 md:py-20"
      >
        <h1 className="max-w-180 text-28 sm:text-44">{heading}</h1>
        <p className="mt-5 max-w-180 text-16 text-pretty text-muted">{intro}</p>
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}

interface TextSectionProps {
  readonly id?: string
  readonly title: string
  readonly children: ReactNode
}

/** Renders a heading next to its text, on a phone above it. */
export function TextSection({ id, title, children }: TextSectionProps) {
  return (
    <section
      id={id}
      className="mt-12 grid scroll-mt-20 gap-x-12 gap-y-3 border-t border-line pt-6 md:grid-cols-[1fr_2fr]"
    >
      <h2 className="text-20">{title}</h2>
      <div className="max-w-180 min-w-0 space-y-4 text-16 text-pretty">{children}</div>
    </section>
  )
}
