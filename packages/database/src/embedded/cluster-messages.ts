/** From the main thread to the thread that runs PostgreSQL. `connection` numbers the wire streams one after the other. */
export type ToCluster =
  | { readonly type: 'connect'; readonly connection: number }
  | { readonly type: 'wire'; readonly connection: number; readonly bytes: Uint8Array }
  /** Keeps the cluster in memory as it is now for those that are opened with the same template. */
  | { readonly type: 'keep' }
  | { readonly type: 'close' }

/** From the thread that runs PostgreSQL. */
export type FromCluster =
  | { readonly type: 'ready'; readonly durable: boolean; readonly fromTemplate: boolean }
  | { readonly type: 'kept' }
  | { readonly type: 'wire'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly type: 'broken'; readonly connection: number; readonly message: string }
  | { readonly type: 'closed' }

/** What the thread is started with. */
export interface ClusterSettings {
  /** Null: in memory. */
  readonly folder: string | null
  /** In memory: what the cluster begins with, where that was kept before. */
  readonly template: string
}
