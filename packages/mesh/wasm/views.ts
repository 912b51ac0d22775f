/** 64-bit floats at an address. */
@unmanaged
export class Floats {
  @inline @operator('[]') get(index: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>index) << 3))
  }
  @inline @operator('[]=') set(index: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>index) << 3), value)
  }
}

/** 32-bit floats at an address. */
@unmanaged
export class SingleFloats {
  @inline @operator('[]') get(index: i32): f64 {
    return <f64>load<f32>(changetype<usize>(this) + ((<usize>index) << 2))
  }
  @inline @operator('[]=') set(index: i32, value: f64): void {
    store<f32>(changetype<usize>(this) + ((<usize>index) << 2), <f32>value)
  }
}

/** Signed 32-bit integers at an address. */
@unmanaged
export class Integers {
  @inline @operator('[]') get(index: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>index) << 2))
  }
  @inline @operator('[]=') set(index: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>index) << 2), value)
  }
}

/** Unsigned 16-bit integers at an address. */
@unmanaged
export class Shorts {
  @inline @operator('[]') get(index: i32): i32 {
    return load<u16>(changetype<usize>(this) + ((<usize>index) << 1))
  }
  @inline @operator('[]=') set(index: i32, value: i32): void {
    store<u16>(changetype<usize>(this) + ((<usize>index) << 1), <u16>value)
  }
}

/** Signed 16-bit integers at an address. */
@unmanaged
export class SignedShorts {
  @inline @operator('[]') get(index: i32): i32 {
    return load<i16>(changetype<usize>(this) + ((<usize>index) << 1))
  }
  @inline @operator('[]=') set(index: i32, value: i32): void {
    store<i16>(changetype<usize>(this) + ((<usize>index) << 1), <i16>value)
  }
}

/** Unsigned 8-bit integers at an address. */
@unmanaged
export class Bytes {
  @inline @operator('[]') get(index: i32): i32 {
    return load<u8>(changetype<usize>(this) + <usize>index)
  }
  @inline @operator('[]=') set(index: i32, value: i32): void {
    store<u8>(changetype<usize>(this) + <usize>index, <u8>value)
  }
}
