import type { OpenedGroup } from '@kamar/contracts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { ConfirmDialog, ContentDialog } from '../../../platform/design/dialog.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { LoadFailed } from '../../../platform/shell/page-states.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { GroupFields } from './group-fields.js'
import { GroupMembers } from './group-members.js'
import { useGroup, useGroupCalls } from './use-groups.js'

interface GroupDialogProps {
  readonly id: string
  readonly onClose: () => void
}

/** Renders a group: its members, its projects, renaming and deletion. */
export function GroupDialog({ id, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const query = useGroup(id)
  return (
    <ContentDialog title={query.data?.name ?? t('groups.title')} width="narrow" onClose={onClose}>
      {query.data ? (
        <GroupContent group={query.data} onClose={onClose} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </ContentDialog>
  )
}

interface GroupContentProps {
  readonly group: OpenedGroup
  readonly onClose: () => void
}

function GroupContent({ group, onClose }: GroupContentProps) {
  const { t } = useTranslation()
  const calls = useGroupCalls()
  const [mode, setMode] = useState<'members' | 'edit' | 'delete'>('members')
  if (mode === 'edit')
    return (
      <GroupFields
        group={group}
        confirm={t('groups.save')}
        onSubmit={async ({ code, domains, name }) => {
          await calls.change(group.id, { name, ...(group.kind === 'organization' ? { code, domains } : {}) })
          setMode('members')
        }}
        onCancel={() => setMode('members')}
      />
    )
  return (
    <>
      <GroupSummary group={group} />
      <div className="mt-3 mb-5 flex flex-wrap gap-2">
        <Button size="small" icon={<Pencil />} onClick={() => setMode('edit')}>
          {t('groups.edit')}
        </Button>
        <Button size="small" icon={<Trash2 />} onClick={() => setMode('delete')}>
          {t('groups.delete')}
        </Button>
      </div>
      <GroupMembers group={group} />
      {mode === 'delete' ? (
        <DeleteGroupDialog group={group} onDeleted={onClose} onCancel={() => setMode('members')} />
      ) : null}
    </>
  )
}

function GroupSummary({ group: { code, domains, kind, projects } }: { readonly group: OpenedGroup }) {
  const { t } = useTranslation()
  const properties = [t(`groups.kinds.${kind}`), code, ...domains].filter((property) => property !== '')
  return (
    <div className="space-y-1 text-13 text-muted wrap-anywhere">
      <p>{properties.join(' · ')}</p>
      <p>{projects.length === 0 ? t('groups.unused') : t('groups.usedBy', { projects: formatNames(projects) })}</p>
    </div>
  )
}

const formatNames = (projects: OpenedGroup['projects']): string => projects.map(({ name }) => name).join(', ')

interface DeleteGroupDialogProps {
  readonly group: OpenedGroup
  readonly onDeleted: () => void
  readonly onCancel: () => void
}

/** Names the projects whose members lose what only the group gave them. */
function DeleteGroupDialog({ group, onCancel, onDeleted }: DeleteGroupDialogProps) {
  const { t } = useTranslation()
  const calls = useGroupCalls()
  const { begin, busy } = useAsyncAction()
  const remove = (): void =>
    begin(async () => {
      await calls.remove(group.id)
      onDeleted()
    })
  return (
    <ConfirmDialog
      open
      title={t('groups.deleteTitle', { name: group.name })}
      confirm={t('groups.delete')}
      busy={busy}
      onConfirm={remove}
      onCancel={onCancel}
    >
      <p>
        {group.projects.length === 0
          ? t('groups.deleteUnused')
          : t('groups.deleteUsed', { projects: formatNames(group.projects) })}
      </p>
    </ConfirmDialog>
  )
}
