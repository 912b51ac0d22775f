import type { GroupRecord } from '@kamar/contracts'
import { ChevronRight, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { GroupDialog } from './group-dialog.js'
import { GroupFields } from './group-fields.js'
import { useGroupCalls, useGroups } from './use-groups.js'

/** Lists groups and organizations; an administrator creates them and changes their members. */
export function GroupsTab() {
  const { t } = useTranslation()
  const { data, error, isError, refetch } = useGroups()
  const [isCreating, setCreating] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[200]} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow basis-64 text-13 text-pretty text-muted">{t('groups.hint')}</p>
        <Button tone="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          {t('groups.new')}
        </Button>
      </div>
      <div className="rounded-card border border-line bg-surface">
        {data.length === 0 ? (
          <EmptyState icon={<Users size={20} />} title={t('groups.empty')}>
            {t('groups.emptyHint')}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.map((group) => (
              <GroupRow key={group.id} group={group} onOpen={() => setOpenedId(group.id)} />
            ))}
          </ul>
        )}
      </div>
      {isCreating ? (
        <NewGroupDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false)
            setOpenedId(id)
          }}
        />
      ) : null}
      {openedId === null ? null : <GroupDialog id={openedId} onClose={() => setOpenedId(null)} />}
    </>
  )
}

function GroupRow({ group, onOpen }: { readonly group: GroupRecord; readonly onOpen: () => void }) {
  const { t } = useTranslation()
  const { code, kind, members, name, projects } = group
  const properties = [
    t(`groups.kinds.${kind}`),
    ...(code === '' ? [] : [code]),
    t('groups.people', { count: members }),
    ...(projects.length === 0 ? [] : [t('groups.projects', { count: projects.length })]),
  ]
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-page sm:px-5"
      >
        <SubjectIcon {...{ kind, name }} />
        <span className="min-w-0 grow">
          <span className="block text-14 font-medium wrap-anywhere">{name}</span>
          <span className="block text-13 text-muted">{properties.join(' · ')}</span>
        </span>
        <ChevronRight className="shrink-0 text-muted" />
      </button>
    </li>
  )
}

interface NewGroupDialogProps {
  readonly onClose: () => void
  readonly onCreated: (id: string) => void
}

function NewGroupDialog({ onClose, onCreated }: NewGroupDialogProps) {
  const { t } = useTranslation()
  const calls = useGroupCalls()
  return (
    <ContentDialog title={t('groups.new')} width="narrow" onClose={onClose}>
      <GroupFields
        confirm={t('groups.create')}
        onSubmit={async (form) => onCreated((await calls.create(form)).id)}
        onCancel={onClose}
      />
    </ContentDialog>
  )
}
