import { parseS3Url } from "@cartulary/blobs-s3";
import { describe, expect, it } from "vitest";

describe("An s3:// URL", () => {
  it("may name a bucket alone", () => {
    expect(parseS3Url("s3://bucket")).toEqual({ bucket: "bucket", prefix: "", forcePathStyle: false });
    expect(parseS3Url("s3://bucket/")).toEqual({ bucket: "bucket", prefix: "", forcePathStyle: false });
  });

  it("may name a prefix, with or without slashes at its ends", () => {
    expect(parseS3Url("s3://bucket/a/b").prefix).toBe("a/b");
    expect(parseS3Url("s3://bucket//a/b//").prefix).toBe("a/b");
    expect(parseS3Url("s3://bucket/d%C3%A9p%C3%B4t").prefix).toBe("dépôt");
  });

  it("may name the server and its addressing style", () => {
    expect(
      parseS3Url("s3://bucket/prefix?endpoint=https://s3.example:9000&region=eu-west-3&forcePathStyle=true"),
    ).toEqual({
      bucket: "bucket",
      prefix: "prefix",
      endpoint: "https://s3.example:9000",
      region: "eu-west-3",
      forcePathStyle: true,
    });
    expect(parseS3Url("s3://bucket?forcePathStyle=false").forcePathStyle).toBe(false);
  });

  it.each([
    ["https://bucket/prefix", "Not of the form s3://bucket/prefix: https://bucket/prefix"],
    ["s3:///prefix", "Not of the form s3://bucket/prefix: s3:///prefix"],
    ["bucket", "Not of the form s3://bucket/prefix: bucket"],
    ["s3://bucket?endpiont=http://x", "An s3:// URL has no parameter endpiont"],
    ["s3://bucket?region=a&region=b", "The s3:// URL has region twice"],
    ["s3://bucket?forcePathStyle=yes", "forcePathStyle is true or false, not yes"],
    ["s3://bucket?endpoint=localhost:9000", "The endpoint is an http:// or https:// URL, not localhost:9000"],
  ])("is refused when it reads %s", (url, message) => {
    expect(() => parseS3Url(url)).toThrow(message);
  });

  it("must not contain credentials, and the error does not repeat them", () => {
    expect(() => parseS3Url("s3://key:secret@bucket")).toThrow(/AWS_\*/);
    expect(() => parseS3Url("s3://key:secret@bucket")).not.toThrow(/secret/);
  });
});
