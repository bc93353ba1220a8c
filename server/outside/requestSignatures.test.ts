import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awsAuthorization, sha256Hex, signForAliyun, signForAws } from './requestSignatures.ts'

/** The key of AWS's published examples. */
const key = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' } as const
const at = Date.UTC(2015, 7, 30, 12, 36)

test('a request to AWS is signed as in its test suite ("get-vanilla", "get-vanilla-query-order-key-case")', () => {
  const sign = (url: string) =>
    signForAws({ method: 'GET', url, headers: {}, bodyHash: sha256Hex('') }, { ...key, service: 'service' }, at)
  assert.equal(
    sign('https://example.amazonaws.com/')['authorization'],
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
  assert.match(
    sign('https://example.amazonaws.com/?Param2=value2&Param1=value1')['authorization']!,
    /Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500$/,
  )
})

test('an object is signed as in the documentation of S3 ("PUT Object")', () => {
  const bodyHash = sha256Hex('Welcome to Amazon S3.')
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  const url = 'https://examplebucket.s3.amazonaws.com/test%24file.text'
  const s3 = {
    ...key,
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    service: 's3',
  } as const
  assert.match(
    awsAuthorization({ method: 'PUT', url, headers, bodyHash }, s3),
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  )
})

test('an action of Alibaba Cloud is signed as in its documentation ("RunInstances")', () => {
  const url =
    'https://ecs.cn-shanghai.aliyuncs.com/?ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai'
  const headers = signForAliyun(
    { method: 'POST', url, headers: {}, bodyHash: sha256Hex('') },
    { keyId: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      action: 'RunInstances',
      version: '2014-05-26',
      nonce: '3156853299f313e23d1673dc12e1703d',
      nowMs: Date.UTC(2023, 9, 26, 10, 22, 32),
    },
  )
  assert.equal(
    headers['authorization'],
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})
