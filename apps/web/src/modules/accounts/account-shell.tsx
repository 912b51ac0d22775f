import type { ReactNode } from 'react'
import { ArchDrawing } from '../../platform/brand/arch-drawing.js'
import { PublicBar, SkipLink } from '../../platform/shell/public-bar.js'

interface AccountShellProps {
  readonly heading: string
  readonly subtitle?: string
  readonly children: ReactNode
}

/** Lays out sign-in, sign-up and set-up: the form on the left, the arch beside it where there is space. */
export function AccountShell({ heading, subtitle, children }: AccountShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicBar />
      <div className="mx-auto grid w-full max-w-280 grow grid-cols-[minmax(0,1fr)] items-center gap-12 px-4 pt-4 pb-16 sm:px-6 md:grid-cols-[minmax(0,25rem)_1fr]">
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-100 outline-none">
          <h1 className="text-28">{heading}</h1>
          {subtitle ? <p className="mt-2 text-14 text-muted">{subtitle}</p> : null}
          <div className="mt-8">{children}</div>
        </main>
        <ArchDrawing className="hidden h-auto w-full max-w-120 justify-self-center md:block" />
      </div>
    </div>
  )
}
