import type { FileRecord } from '@kamar/contracts'
import { ChevronRight } from 'lucide-react'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { PartBoundary } from '../../../platform/errors/part-boundary.js'
import { requirePageMessages } from '../../../platform/i18n/index.js'

/** Fetched with its texts when the section is opened for the first time. */
const ActivityList = lazy(async () => {
  const [list] = await Promise.all([import('./activity-list.js'), requirePageMessages('audit')])
  return { default: list.ActivityList }
})

/** Shows owners who opened, downloaded, shared and changed a file; loaded on demand. */
export function ActivitySection({ file }: { file: FileRecord }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if ((file.sharing?.role ?? 'owner') !== 'owner') return null
  return (
    <section className="border-t border-line pt-3" aria-label={t('preview.activity')}>
      <h3 className="text-14">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-start hover:bg-sunken"
        >
          <ChevronRight
            className={classNames('shrink-0 text-muted transition-transform duration-140', isOpen && 'rotate-90')}
          />
          {t('preview.activity')}
        </button>
      </h3>
      {isOpen ? (
        <div id={id} className="pt-2">
          <PartBoundary>
            <ActivityList key={file.id} fileId={file.id} />
          </PartBoundary>
        </div>
      ) : null}
    </section>
  )
}
