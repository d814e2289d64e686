import '../server-only.ts';
import {
  type Options,
  type SerializerCompiler,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * Fastify's own serialisers, each compiled when its call is first answered: all of them at once are a twelfth of the
 * time from the start to the first page.
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
