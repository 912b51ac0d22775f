import type { ColumnType } from 'kysely'

/** A UUIDv7 made by `newId()`. */
export type Id = string
/** 64 lower-case hexadecimal digits. */
export type Sha256 = string

/** `timestamptz` with a default: read as Date, may be left out on insert. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** `timestamptz` without a default. */
export type Time = ColumnType<Date, Date | string, Date | string>
/** Nullable `timestamptz`. */
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** What `jsonb` holds when its shape belongs to another package. */
export type JsonObject = { readonly [key: string]: unknown }
/** `jsonb`: read as a value, written as JSON text (`JSON.stringify`), because `pg` would turn arrays into SQL arrays. */
export type Json<Value> = ColumnType<Value, string, string>
/** `jsonb` with a default. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>
/** Nullable `jsonb`. */
export type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
