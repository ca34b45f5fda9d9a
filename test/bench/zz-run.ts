import { memoryOnS3 } from "./zz-tmp.ts"; import { printed } from "./measurement.ts"; for (const _ of [1,2]) console.log(printed(await memoryOnS3.run()));
