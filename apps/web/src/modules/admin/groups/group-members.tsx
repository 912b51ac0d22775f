import type { GroupMember, OpenedGroup } from '@kamar/contracts'
import { Plus, UserMinus } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { useFoundUsers } from '../use-found-users.js'
import { useGroupCalls } from './use-groups.js'

/** Lists the members of a group, removes them, and adds accounts that are found by name or address. */
export function GroupMembers({ group }: { readonly group: OpenedGroup }) {
  const { t } = useTranslation()
  const calls = useGroupCalls()
  const { begin, busy } = useAsyncAction()
  const add = (accounts: readonly GroupMember[]): void =>
    begin(() =>
      calls.addMembers(
        group.id,
        accounts.map(({ id }) => id),
      ),
    )
  return (
    <>
      <Candidates candidates={group.candidates} busy={busy} onAdd={() => add(group.candidates)} />
      <AccountSearch group={group} busy={busy} onAdd={(account) => add([account])} />
      <h3 className="mt-5 text-14">{t('groups.members')}</h3>
      {group.people.length === 0 ? <p className="mt-1 text-13 text-muted">{t('groups.noMembers')}</p> : null}
      <ul aria-label={t('groups.members')} className="divide-y divide-line/60">
        {group.people.map((account) => (
          <AccountRow key={account.id} account={account}>
            <IconButton
              label={t('groups.remove', { name: account.name })}
              disabled={busy}
              onClick={() => begin(() => calls.removeMember(group.id, account.id))}
            >
              <UserMinus />
            </IconButton>
          </AccountRow>
        ))}
      </ul>
    </>
  )
}

interface CandidatesProps {
  readonly candidates: readonly GroupMember[]
  readonly busy: boolean
  readonly onAdd: () => void
}

/** Offers the accounts with an address of the organization. */
function Candidates({ busy, candidates, onAdd }: CandidatesProps) {
  const { t } = useTranslation()
  if (candidates.length === 0) return null
  const names = candidates.map(({ name }) => name).join(', ')
  return (
    <div className="mb-4 rounded-control border border-line bg-page p-3 text-13">
      <p className="wrap-anywhere">{t('groups.candidates', { names })}</p>
      <Button size="small" icon={<Plus />} busy={busy} onClick={onAdd} className="mt-2">
        {t('groups.addCandidates', { count: candidates.length })}
      </Button>
    </div>
  )
}

interface AccountSearchProps {
  readonly group: OpenedGroup
  readonly busy: boolean
  readonly onAdd: (account: GroupMember) => void
}

function AccountSearch({ busy, group, onAdd }: AccountSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { data: users } = useFoundUsers(useDeferredValue(text.trim()))
  const memberIds = new Set(group.people.map(({ id }) => id))
  const accounts = users?.filter(({ id }) => !memberIds.has(id))
  return (
    <>
      <SearchInput
        type="search"
        aria-label={t('groups.addMember')}
        placeholder={t('groups.addMember')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="text-13 text-muted">
        {accounts?.length === 0 ? t('groups.nobodyFound') : null}
      </p>
      {accounts && accounts.length > 0 ? (
        <ul
          aria-label={t('groups.found')}
          className="mt-1 divide-y divide-line/60 rounded-control border border-line px-3"
        >
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account}>
              <IconButton
                label={t('groups.add', { name: account.name })}
                disabled={busy}
                onClick={() => onAdd(account)}
              >
                <Plus />
              </IconButton>
            </AccountRow>
          ))}
        </ul>
      ) : null}
    </>
  )
}

interface AccountRowProps {
  readonly account: GroupMember
  readonly children: ReactNode
}

function AccountRow({ account: { email, name }, children }: AccountRowProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      <SubjectIcon kind="account" name={name} />
      <div className="min-w-0 grow">
        <p className="text-14 font-medium wrap-anywhere">{name}</p>
        <p className="text-12 text-muted wrap-anywhere">{email}</p>
      </div>
      {children}
    </li>
  )
}
