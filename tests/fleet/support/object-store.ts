import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStoreSettings } from '@kamar/storage'
import { freePort } from '@kamar/test-kit'
import { endProgram, ensurePackages, runProgram, startProgram } from './shell.js'

/** S3 server of the tests. */
export interface ObjectStoreServer {
  readonly settings: ObjectStoreSettings
  stop(): Promise<void>
}

/** Key of a user with the permissions of `deploy/s3/worker-policy.json`, below `fleet/…` of the bucket. */
export const workerCredentials = { accessKeyId: 'AKWORKER', secretAccessKey: 'SKWORKER123456' } as const
const workerUser = 'w'
const ownerUser = 't'
const accessKeyId = 'AKTEST'
const secretAccessKey = 'SKTEST123456'
const bucket = 'kamar'
const allowAll = ['mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'] as const

/**
 * Starts Ceph's S3 gateway with one monitor and one in-memory store, all local and temporary; null if they cannot be
 * installed.
 */
export async function startObjectStore(folder: string): Promise<ObjectStoreServer | null> {
  const gateway = (): string | null =>
    existsSync('/usr/bin/radosgw') && existsSync('/usr/bin/ceph-osd') ? 'yes' : null
  if (!(await ensurePackages(gateway, ['radosgw', 'ceph-mon', 'ceph-osd']))) return null
  const cluster = new Cluster(join(folder, 'ceph'))
  try {
    const endpoint = await cluster.start()
    const settings: ObjectStoreSettings = {
      endpoint,
      region: 'us-east-1',
      bucket,
      prefix: '',
      pathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    }
    await makeBucket(settings)
    return { settings, stop: () => cluster.stop() }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

class Cluster {
  readonly #folder: string
  readonly #running: ChildProcess[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<string> {
    for (const name of ['mon', 'osd', 'run', 'rgw']) await mkdir(join(this.#folder, name), { recursive: true })
    const [monitorPort, gatewayPort] = [await freePort(), await freePort()]
    const fsid = randomUUID()
    writeFileSync(this.#at('ceph.conf'), createConfiguration({ folder: this.#folder, fsid, monitorPort, gatewayPort }))
    await this.#startMonitor(fsid, monitorPort)
    await this.#startStore()
    await this.#makeUser(ownerUser, { accessKeyId, secretAccessKey })
    await this.#makeUser(workerUser, workerCredentials)
    this.#startProcess('radosgw', '-n', 'client.rgw')
    const endpoint = `http://127.0.0.1:${gatewayPort}`
    await until(async () => (await fetch(endpoint)).ok)
    return endpoint
  }

  async stop(): Promise<void> {
    for (const child of this.#running.toReversed()) await endProgram(child, 'SIGKILL')
  }

  async #startMonitor(fsid: string, port: number): Promise<void> {
    const [keyring, map] = [this.#at('keyring'), this.#at('monmap')]
    await runProgram('ceph-authtool', [
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    ])
    const caps = ['mon', 'osd', 'mgr'].flatMap((name) => ['--cap', name, 'allow *'])
    await runProgram('ceph-authtool', [keyring, '--gen-key', '-n', 'client.admin', ...caps])
    await runProgram('monmaptool', [
      '--create',
      '--clobber',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v2:127.0.0.1:${port}]`,
      map,
    ])
    await this.#run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    this.#startProcess('ceph-mon', '-i', 'a')
  }

  async #startStore(): Promise<void> {
    const uuid = randomUUID()
    const id = (await this.#run('ceph', 'osd', 'create', uuid)).trim()
    for (const name of [`osd.${id}`, 'client.rgw'])
      appendFileSync(this.#at('keyring'), await this.#run('ceph', 'auth', 'get-or-create', name, ...allowAll))
    await this.#run('ceph-osd', '-i', id, '--mkfs', '--osd-uuid', uuid)
    await this.#run('ceph', 'osd', 'crush', 'add', `osd.${id}`, '1.0', 'root=default', 'host=localhost')
    this.#startProcess('ceph-osd', '-i', id)
    await until(async () => (await this.#run('ceph', 'osd', 'stat')).includes('1 up'))
  }

  async #makeUser(
    name: string,
    key: { readonly accessKeyId: string; readonly secretAccessKey: string },
  ): Promise<void> {
    const keys = [`--access-key=${key.accessKeyId}`, `--secret-key=${key.secretAccessKey}`]
    await this.#run('radosgw-admin', 'user', 'create', `--uid=${name}`, `--display-name=${name}`, ...keys)
  }

  #run(program: string, ...parameters: string[]): Promise<string> {
    return runProgram(program, ['-c', this.#at('ceph.conf'), ...parameters])
  }

  #startProcess(program: string, ...parameters: string[]): void {
    this.#running.push(startProgram(program, ['-c', this.#at('ceph.conf'), ...parameters, '-f']))
  }

  #at(name: string): string {
    return join(this.#folder, name)
  }
}

interface ClusterLocation {
  readonly folder: string
  readonly fsid: string
  readonly monitorPort: number
  readonly gatewayPort: number
}

const createConfiguration = ({ folder, fsid, monitorPort, gatewayPort }: ClusterLocation): string => `[global]
keyring = ${folder}/keyring
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitorPort}
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
run dir = ${folder}/run
log file = ${folder}/$name.log
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd max object name len = 256
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw enable usage log = false
rgw thread pool size = 64
`

async function makeBucket({ credentials, endpoint, region }: ObjectStoreSettings): Promise<void> {
  const { CreateBucketCommand, PutBucketPolicyCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region,
    forcePathStyle: true,
    endpoint: endpoint ?? '',
    ...(credentials && { credentials }),
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: workerBucketPolicy() }))
  client.destroy()
}

/** Returns the policy of a worker's user as a bucket policy, which names the user, for all fleets of the tests. */
function workerBucketPolicy(): string {
  const file = new URL('../../../deploy/s3/worker-policy.json', import.meta.url)
  const policy = JSON.parse(readFileSync(file, 'utf8').replaceAll(':::kamar/', `:::${bucket}/fleet/*/`)) as {
    readonly Statement: readonly object[]
  }
  const Principal = { AWS: [`arn:aws:iam:::user/${workerUser}`] }
  // Unlike Amazon's, Ceph's objects belong to the user that wrote them.
  const owner = {
    Effect: 'Allow',
    Principal: { AWS: [`arn:aws:iam:::user/${ownerUser}`] },
    Action: ['s3:*'],
    Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
  }
  const worker = policy.Statement.map((statement) => ({ ...statement, Principal }))
  return JSON.stringify({ ...policy, Statement: [...worker, owner] })
}

async function until(ready: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (await ready().catch(() => false)) return
    if (tries === 300) throw new Error('the object store does not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
