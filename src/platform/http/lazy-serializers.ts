import '../server-only.ts';
import {
  type Options,
  type SerializerCompiler,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * Fastify's own serialisers, each compiled when its call is first answered. Compiling all 97 at the start takes 110 to
 * 150 ms of processor time and 6 MB.
 */
export function lazySerializers(externalSchemas?: unknown, options?: Options): SerializerCompiler {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<SerializerCompiler> | undefined;
    return (data) => {
      serialize ??= compile(route);
      return serialize(data);
    };
  };
}
