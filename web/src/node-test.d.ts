// The little of node's test library that the unit tests use; the page itself has no node types.

declare module 'node:test' {
  export function test(name: string, run: () => void | Promise<void>): void;
  export function beforeEach(run: () => void): void;
}

declare module 'node:assert/strict' {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal<T>(actual: T, expected: T, message?: string): void;
    notEqual(actual: unknown, expected: unknown): void;
    fail(message: string): never;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
    rejects(promise: Promise<unknown>, check: (error: Error) => boolean): Promise<void>;
  };
  export default assert;
}
